import { httpError } from "../../http/http-error.ts";

/** Requested fields of a user, under the interface's names. */
export interface UserFields {
  readonly email?: string | undefined;
  readonly username?: string | undefined;
  readonly name?: string | undefined;
  readonly password?: string | undefined;
  readonly public_email?: string | undefined;
  readonly website_url?: string | undefined;
  readonly projects_limit?: number | undefined;
  readonly bio?: string | undefined;
}

const maxLength = 255;
const passwordLength = { min: 8, max: 128 };
const email = /^[^@\s]+@[^@\s]+$/;
const username = /^(?!-)[A-Za-z0-9_.-]*[A-Za-z0-9_-]$/;
/** First segments of the service's own addresses. */
const reserved = new Set(["-", "admin", "api", "assets", "groups", "help", "projects", "uploads", "users"]);

const usernameRule =
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.";

/** Invalid values of each field, with their messages. */
const rules: Readonly<Record<string, readonly (readonly [(text: string) => boolean, string])[]>> = {
  name: [[isBlank, "can't be blank"]],
  email: [
    [isBlank, "can't be blank"],
    [(text) => !email.test(text), "is invalid"],
  ],
  username: [
    [isBlank, "can't be blank"],
    [(text) => !username.test(text) || /\.(?:git|atom)$/i.test(text), usernameRule],
    [(text) => reserved.has(text.toLowerCase()), "is a reserved name"],
  ],
  password: [
    [
      (text) => text.length < passwordLength.min,
      `is too short (minimum is ${passwordLength.min} characters)`,
    ],
    [(text) => text.length > passwordLength.max, `is too long (maximum is ${passwordLength.max} characters)`],
  ],
  public_email: [[(text) => text !== "" && !email.test(text), "is invalid"]],
  website_url: [
    [(text) => /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) && !/^https?:\/\//i.test(text), "must be a valid URL"],
  ],
};

function isBlank(text: string): boolean {
  return text.trim() === "";
}

/** Throws 400 with every rule that the fields break, by field. What is undefined is not checked. */
export function checkUserFields(fields: UserFields): void {
  const problems: Record<string, string[]> = {};
  for (const [field, value] of Object.entries(fields)) {
    if (typeof value !== "string") continue;
    const broken = (rules[field] ?? []).filter(([isWrong]) => isWrong(value)).map(([, text]) => text);
    if (field !== "password" && value.length > maxLength) {
      broken.push(`is too long (maximum is ${maxLength} characters)`);
    }
    if (broken.length > 0) problems[field] = broken;
  }
  if (fields.projects_limit !== undefined && fields.projects_limit < 0) {
    problems.projects_limit = ["must be greater than or equal to 0"];
  }
  if (Object.keys(problems).length > 0) throw httpError(400, problems);
}
