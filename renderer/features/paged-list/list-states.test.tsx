import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ListStates } from "./list-states.tsx";

const draw = (props: { compact?: boolean; padded?: boolean }) =>
  renderToStaticMarkup(
    <ListStates
      label="Deployments"
      list={{ isPending: true, error: null, items: [], refetch: () => undefined }}
      empty={null}
      {...props}
    >
      {null}
    </ListStates>,
  );

it("indents its placeholder as the rows that replace it, but not in a panel", () => {
  expect(draw({})).toContain("padded");
  expect(draw({ compact: true })).not.toContain("padded");
  // A list of a page below a heading of its own.
  expect(draw({ compact: true, padded: true })).toContain("padded");
});
