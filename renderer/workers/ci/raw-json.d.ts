/** The text of a file that a build puts into the module. */
declare module "*.json?raw" {
  const text: string;
  export default text;
}
