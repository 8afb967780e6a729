/** A row of the users table. */
export interface User {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly isAdmin: boolean;
}
