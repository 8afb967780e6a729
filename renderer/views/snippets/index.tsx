export { AllSnippetsView } from "./all-snippets-view.tsx";
export { SnippetEditView } from "./edit/snippet-form.tsx";
export { SnippetView } from "./snippet-view.tsx";
export { SnippetsView } from "./snippets-view.tsx";
