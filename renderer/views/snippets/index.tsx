export { SnippetEditView } from "./edit/snippet-edit-view.tsx";
export { SnippetView } from "./snippet-view.tsx";
export { SnippetsView } from "./snippets-view.tsx";
