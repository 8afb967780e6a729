import { listTodos, markAllTodosDone, markTodoDone } from "../../../shared/api/resources/todos.ts";
import {
  findTodos,
  finishAllTodos,
  finishTodo,
  type TodoDetails,
} from "../domain/merge-requests/read-todos.ts";
import { Paged } from "../domain/paged.ts";
import { implement, type Links } from "../http/implement.ts";
import { toIssue } from "../presenters/issue.ts";
import { toMergeRequest } from "../presenters/merge-request.ts";
import { toUserOrNull } from "../presenters/user.ts";

export const todoRoutes = [
  implement(listTodos, async (input, context) => {
    const { todos, total } = await findTodos(context, input, context.page);
    return new Paged(
      todos.map((todo) => toTodo(context, todo)),
      { total },
    );
  }),
  implement(markTodoDone, async (input, context) => toTodo(context, await finishTodo(context, input.id))),
  implement(markAllTodosDone, (_input, context) => {
    finishAllTodos(context);
    return undefined;
  }),
];

/** Returns a to-do with its project and merge request or issue. */
function toTodo(links: Links, { todo, target: about, author, note }: TodoDetails) {
  const target =
    about.type === "Issue" ? toIssue(links, about.details) : toMergeRequest(links, about.details);
  const { project } = about.details;
  return {
    id: todo.id,
    project: {
      id: project.id,
      description: project.description,
      name: project.name,
      name_with_namespace: project.fullPath.replaceAll("/", " / "),
      path: project.path,
      path_with_namespace: project.fullPath,
      created_at: project.createdAt,
    },
    author: toUserOrNull(links, author),
    action_name: todo.action,
    target_type: about.type,
    target,
    target_url: note ? `${target.web_url}#note_${note.id}` : target.web_url,
    body: note?.body ?? target.title,
    state: todo.state,
    created_at: todo.createdAt,
    updated_at: todo.updatedAt,
  };
}
