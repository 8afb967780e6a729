/** The page's colours, in pairs for light and dark: those of the app's own tokens. */
const colours = `
:root{color-scheme:light dark;
--paper:light-dark(#fcfbf9,#191c22);--card:light-dark(#fff,#1f232a);--head:light-dark(#f5f3ef,#262b34);
--ink:light-dark(#22262e,#dde2ea);--muted:light-dark(#5f6672,#99a2b0);--line:light-dark(#dedbd5,#353b46);
--accent:light-dark(#2a5f8f,#8dbce6);
--added:light-dark(#1c6b3c,#7fd69c);--added-soft:light-dark(#e6f4ea,#1c3327);--added-mark:light-dark(#b4e0c2,#2f6142);
--removed:light-dark(#a3332b,#f09a92);--removed-soft:light-dark(#fbe9e7,#3a2224);--removed-mark:light-dark(#f4c2bc,#74383a);
--thread:light-dark(#fff8e8,#2c281d);--thread-line:light-dark(#d9b25c,#8a6f34)}
:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}`;

/** Everything outside of the lines. */
const layout = `
*{box-sizing:border-box}
body{margin:0 auto;max-width:1760px;padding:24px 32px 48px;background:var(--paper);color:var(--ink);font:14px/1.5 system-ui,-apple-system,"Segoe UI",Cantarell,"Noto Sans",sans-serif}
a{color:var(--accent);text-underline-offset:2px}
.muted{color:var(--muted)}.added{color:var(--added)}.removed{color:var(--removed)}
.kicker{margin:0;color:var(--muted)}
h1{margin:4px 0 16px;font-size:24px;line-height:1.25;font-weight:600;overflow-wrap:anywhere}
dl{display:flex;flex-wrap:wrap;gap:8px 32px;margin:0 0 16px}
dt{color:var(--muted);font-size:12px}dd{margin:0;overflow-wrap:anywhere}
.counts{font-variant-numeric:tabular-nums;white-space:nowrap;font-size:12px}
.squares{display:inline-flex;gap:2px;margin-left:8px;vertical-align:-1px}
.squares i{width:8px;height:8px;border-radius:2px;background:currentColor}
.badge{padding:0 8px;border:1px solid var(--line);border-radius:999px;color:var(--muted);font-size:11px;line-height:18px;white-space:nowrap}
.badge.added{color:var(--added)}.badge.removed{color:var(--removed)}.badge.done{color:var(--added)}
.description{max-width:84ch;margin-bottom:16px}
summary{cursor:pointer}
.files{margin:0 0 24px;padding:12px 16px;border:1px solid var(--line);border-radius:8px;background:var(--card)}
.files summary{font-weight:600}
.files ol{margin:8px 0 0;padding:0;list-style:none;columns:2 420px;column-gap:32px}
.files li{display:flex;align-items:baseline;gap:8px;padding:2px 0;break-inside:avoid}
.files a{flex:1;min-width:0;overflow-wrap:anywhere;text-decoration:none}.files a:hover{text-decoration:underline}
.discussion{margin-bottom:24px}.discussion h2{font-size:16px}
footer{margin-top:32px;font-size:12px}
.file{margin:0 0 24px;border:1px solid var(--line);border-radius:8px;background:var(--card)}
.file>summary{position:sticky;top:0;z-index:1;display:flex;flex-wrap:wrap;align-items:center;gap:8px 12px;padding:8px 16px;border-bottom:1px solid var(--line);border-radius:8px 8px 0 0;background:var(--head);list-style:none}
.file>summary::before{content:"";flex:none;border:solid var(--muted);border-width:0 1.5px 1.5px 0;padding:2.5px;transform:rotate(-45deg)}
.file[open]>summary::before{transform:rotate(45deg)}
.file:not([open])>summary{border-bottom:0;border-radius:8px}
.file h2{flex:1;min-width:0;margin:0;font:600 13px/20px ui-monospace,"JetBrains Mono",Menlo,Consolas,monospace;overflow-wrap:anywhere}
.reason{margin:0;padding:16px;color:var(--muted)}`;

/** The lines, and the comments between them. */
const lines = `
.diff{width:100%;border-collapse:collapse;table-layout:fixed;font:12.5px/20px ui-monospace,"JetBrains Mono",Menlo,Consolas,monospace;tab-size:4}
.diff col.number{width:56px}
.diff td{padding:0;vertical-align:top}
.diff tr:last-child>td:first-child{border-bottom-left-radius:8px}.diff tr:last-child>td:last-child{border-bottom-right-radius:8px}
.number{padding:0 8px;color:var(--muted);text-align:right;font-variant-numeric:tabular-nums;user-select:none;-webkit-user-select:none}
td.code{padding:0 12px 0 24px;white-space:pre-wrap;overflow-wrap:anywhere;text-indent:-16px}
td.code::before{content:attr(data-sign);display:inline-block;width:16px;color:var(--muted);text-indent:0;user-select:none;-webkit-user-select:none}
td.code.none::before{content:none}
.split td.number:nth-of-type(3){border-left:1px solid var(--line)}
td.ins{background:var(--added-soft)}td.ins.code::before,td.ins.number{color:var(--added)}
td.del{background:var(--removed-soft)}td.del.code::before,td.del.number{color:var(--removed)}
td.none{background:repeating-linear-gradient(135deg,transparent 0 5px,light-dark(#0000000a,#ffffff0a) 5px 6px)}
.code ins{border-radius:2px;background:var(--added-mark);text-decoration:none}
.code del{border-radius:2px;background:var(--removed-mark);text-decoration:none}
.hunk{padding:2px 16px;background:var(--head);color:var(--muted);white-space:pre-wrap;overflow-wrap:anywhere}
.diff td.hunk{padding:2px 16px}
.eof{margin-left:6px;color:var(--muted)}
.threads{padding:12px 16px}
.diff tr.threads>td{padding:8px 16px;border-block:1px solid var(--line);font:14px/1.5 system-ui,-apple-system,"Segoe UI",Cantarell,"Noto Sans",sans-serif}
.thread{max-width:96ch;margin:4px 0;padding:8px 16px;border:1px solid var(--line);border-left:3px solid var(--thread-line);border-radius:6px;background:var(--thread)}
.thread.resolved{border-left-color:var(--added)}
.thread>.badge{float:right;margin-left:8px;background:var(--card)}
.note+.note{margin-top:8px;padding-top:8px;border-top:1px solid var(--line)}
.who{margin:0;font-size:13px}.who time{margin-left:4px}
.prose{overflow-wrap:anywhere}.prose>:first-child{margin-top:4px}.prose>:last-child{margin-bottom:4px}
.prose pre{overflow-x:auto;padding:8px 12px;border-radius:6px;background:var(--head);white-space:pre-wrap}
.prose code{font:12.5px/1.5 ui-monospace,Menlo,Consolas,monospace}
.prose blockquote{margin:8px 0;padding-left:12px;border-left:3px solid var(--line);color:var(--muted)}
.prose table{border-collapse:collapse}.prose :is(th,td){padding:4px 8px;border:1px solid var(--line)}`;

/** Style on paper: light, nothing sticky, no row cut in two; collapsed files stay collapsed. */
const print = `
@media (max-width:700px){body{padding:16px 12px}.diff col.number{width:40px}}
@media print{:root,:root[data-theme=dark]{color-scheme:light}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
body{max-width:none;padding:0;background:none;font-size:11px}
.diff{font-size:9px;line-height:14px}.diff col.number{width:36px}
.file,.file>summary,.diff tr:last-child>td{border-radius:0!important}
.file{break-inside:auto}.file>summary{position:static;padding:4px 12px;break-inside:avoid;break-after:avoid}.file h2{font-size:11px;line-height:16px}
tr,.thread{break-inside:avoid}footer{break-before:avoid}}
@page{margin:14mm}`;

/** The style of an exported page, without anything that would have to be fetched. */
export const pageStyle = colours + layout + lines + print;
