/** Work of React in a page. */
export interface Renders {
  /** Times at which it changed the page. */
  readonly commits: number;
  /** Components that it drew for the first time, and again. */
  readonly mounted: number;
  readonly again: number;
}

declare global {
  var renders: { readonly at: number; readonly mounted: number; readonly again: number }[] | undefined;
}

/** The parts of React's tree that are read. */
interface Fiber {
  readonly type: unknown;
  readonly flags: number;
  readonly alternate: Fiber | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
}

/** A script that runs before the page's own: it counts what React draws, by the hook that its developer tools use. */
export const countScript = (): string => `(${count.toString()})();`;

function count(): void {
  globalThis.renders = [];
  /** A component ran. */
  const performedWork = 1;
  const isComponent = ({ type }: Fiber) =>
    type !== null && typeof type !== "string" && typeof type !== "symbol";
  const childrenOf = (fiber: Fiber): Fiber[] => {
    const children: Fiber[] = [];
    for (let child = fiber.child; child; child = child.sibling) children.push(child);
    return children;
  };
  const mountedIn = (fiber: Fiber): number =>
    Number(isComponent(fiber)) + childrenOf(fiber).reduce((sum, child) => sum + mountedIn(child), 0);
  const compare = (now: Fiber, before: Fiber, sum: { mounted: number; again: number }): void => {
    if (isComponent(now) && now.flags & performedWork) sum.again += 1;
    if (now.child === before.child) return;
    const old = new Set(childrenOf(before));
    for (const child of childrenOf(now)) {
      if (!child.alternate) sum.mounted += mountedIn(child);
      else if (!old.has(child)) compare(child, child.alternate, sum);
    }
  };
  const hook = {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    checkDCE: () => undefined,
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
    onCommitFiberRoot(_: number, { current }: { readonly current: Fiber }) {
      const sum = { mounted: 0, again: 0 };
      if (current.alternate) compare(current, current.alternate, sum);
      else sum.mounted = mountedIn(current);
      globalThis.renders?.push({ at: performance.now(), ...sum });
    },
  };
  Object.assign(globalThis, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });
}
