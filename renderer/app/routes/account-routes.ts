import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { adminTabs } from "../../views/admin/tabs.ts";
import { account } from "./parents.tsx";
import { requireNumber, requireNumberOrNew } from "./require-number.ts";
import { views } from "./views.ts";

const projects = createRoute({
  getParentRoute: () => account,
  path: "/projects",
  component: lazyRouteComponent(views.projects, "ProjectsView"),
});
const groups = createRoute({
  getParentRoute: () => account,
  path: "/groups",
  component: lazyRouteComponent(views.groups, "GroupsView"),
});
const group = createRoute({
  getParentRoute: () => account,
  path: "/groups/$group",
  component: lazyRouteComponent(views.groups, "GroupView"),
});
const accountMergeRequests = createRoute({
  getParentRoute: () => account,
  path: "/merge_requests",
  component: lazyRouteComponent(views.mergeRequests, "MergeRequestsView"),
});
const groupMergeRequests = createRoute({
  getParentRoute: () => account,
  path: "/groups/$group/merge_requests",
  component: lazyRouteComponent(views.mergeRequests, "MergeRequestsView"),
});
const runners = createRoute({
  getParentRoute: () => account,
  path: "/runners",
  component: lazyRouteComponent(views.runners, "RunnersView"),
});
const user = createRoute({
  getParentRoute: () => account,
  path: "/users/$name",
  component: lazyRouteComponent(views.users, "UserView"),
});
const admin = createRoute({
  getParentRoute: () => account,
  path: "/admin",
  beforeLoad: ({ params }) => {
    throw redirect({
      to: "/a/$account/admin/$tab",
      params: { account: params.account, tab: adminTabs[0].id },
      replace: true,
    });
  },
});
const adminTab = createRoute({
  getParentRoute: () => account,
  path: "/admin/$tab",
  component: lazyRouteComponent(views.admin, "AdminView"),
});
const me = createRoute({
  getParentRoute: () => account,
  path: "/me",
  beforeLoad: ({ params }) => {
    throw redirect({
      to: "/a/$account/me/$tab",
      params: { account: params.account, tab: "profile" },
      replace: true,
    });
  },
});
const meTab = createRoute({
  getParentRoute: () => account,
  path: "/me/$tab",
  component: lazyRouteComponent(views.me, "MeView"),
});
const snippets = createRoute({
  getParentRoute: () => account,
  path: "/snippets",
  component: lazyRouteComponent(views.snippets, "SnippetsView"),
});
const snippet = createRoute({
  getParentRoute: () => account,
  path: "/snippets/$snippet",
  beforeLoad: ({ params }) => requireNumberOrNew(params.snippet),
  component: lazyRouteComponent(views.snippets, "SnippetView"),
});
const snippetEdit = createRoute({
  getParentRoute: () => account,
  path: "/snippets/$snippet/edit",
  beforeLoad: ({ params }) => requireNumber(params.snippet),
  component: lazyRouteComponent(views.snippets, "SnippetEditView"),
});
const reference = createRoute({
  getParentRoute: () => account,
  path: "/reference",
  component: lazyRouteComponent(views.reference, "ReferenceView"),
});
const referenceOperation = createRoute({
  getParentRoute: () => account,
  path: "/reference/$operation",
  component: lazyRouteComponent(views.reference, "ReferenceView"),
});

/** Routes of an account, without those of its projects. */
export const accountRoutes = [
  projects,
  groups,
  group,
  accountMergeRequests,
  groupMergeRequests,
  me,
  meTab,
  runners,
  user,
  admin,
  adminTab,
  snippets,
  snippet,
  snippetEdit,
  reference,
  referenceOperation,
] as const;
