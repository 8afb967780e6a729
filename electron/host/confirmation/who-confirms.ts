/**
 * Who confirms a request of the page, which may have been taken over by what it shows: nobody, since it can do no harm
 * beyond what the page is for, or the shell, outside of the page.
 */
export type WhoConfirms =
  | { readonly by: "nobody"; readonly why: string }
  | { readonly by: "shell"; readonly what: string };

export const nobody = (why: string): WhoConfirms => ({ by: "nobody", why });
export const byShell = (what: string): WhoConfirms => ({ by: "shell", what });
