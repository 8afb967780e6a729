; Asks before an uninstall whether what Helve keeps goes too. An update uninstalls the version before and never asks;
; a silent uninstall keeps everything.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "Delete Helve's data as well? This removes drafts, settings, pages kept for reading offline, and the repositories of the local service from $APPDATA\Helve. Tokens stay in the Windows Credential Manager until their accounts are removed." /SD IDNO IDNO keepData
      RMDir /r "$APPDATA\Helve"
    keepData:
  ${endIf}
!macroend
