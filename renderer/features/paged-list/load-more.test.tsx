import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { ListStates } from "./list-states.tsx";
import { LoadMore, loadNextPage, type PagedItems, totalText } from "./load-more.tsx";

const list = (patch: Partial<PagedItems> = {}): PagedItems => ({
  items: [1, 2],
  total: 5,
  isPending: false,
  error: null,
  refetch: vi.fn(),
  hasNextPage: true,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: vi.fn(),
  ...patch,
});
const failed = list({ isFetchNextPageError: true, error: new Error("The harbour is closed.") });

it("loads the next page as the end comes into view, once, and not again after a failure", () => {
  const all = [list(), list({ isFetchingNextPage: true }), list({ hasNextPage: false }), failed];
  for (const each of all) loadNextPage(each);
  expect(all.map(({ fetchNextPage }) => vi.mocked(fetchNextPage).mock.calls.length)).toEqual([1, 0, 0, 0]);
});

it("offers to load more below a list that is scrolled only after a failure, which it shows", () => {
  expect(renderToStaticMarkup(<LoadMore list={list()} isScrolled />)).toBe("");
  expect(renderToStaticMarkup(<LoadMore list={failed} isScrolled />)).toMatch(/role="alert".*Load more/);
});

it("offers to load more while there are further pages", () => {
  expect(renderToStaticMarkup(<LoadMore list={list()} />)).toContain("Load more");
  expect(renderToStaticMarkup(<LoadMore list={list({ hasNextPage: false })} />)).toBe("");
});

it("keeps what was loaded when the next page fails", () => {
  const render = (of: PagedItems) =>
    renderToStaticMarkup(
      <ListStates label="Tags" list={of} empty="No tags yet">
        Loaded
      </ListStates>,
    );
  expect(render(failed)).toBe("Loaded");
  expect(render({ ...failed, items: [] })).toContain("Retry");
  expect(render(list({ items: [] }))).toBe("No tags yet");
  expect(render(list({ items: [], isPending: true }))).toContain("Loading tags");
});

it("counts the items of a list in words", () => {
  expect(totalText({ total: 1, isPending: false }, "project")).toBe("1 project");
  expect(totalText({ total: 0, isPending: false }, "project")).toBe("0 projects");
  expect(totalText({ total: 1_200, isPending: false }, "project")).toBe(
    `${(1_200).toLocaleString()} projects`,
  );
});

it("reserves its line until the number is known, and has none where the service does not report one", () => {
  expect(totalText({ total: undefined, isPending: true }, "project")).toBeNull();
  expect(totalText({ total: undefined, isPending: false }, "project")).toBeUndefined();
});
