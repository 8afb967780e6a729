/** Who works in the sample's projects. */
export interface Person {
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly location: string;
}

const person = (username: string, name: string, location: string): Person => ({
  username,
  name,
  email: `${username}@fjord.example`,
  location,
});

export const people = [
  person("asa", "Åsa Lindqvist", "Bergen"),
  person("mateo", "Mateo Fuentes", "Valparaíso"),
  person("priya", "Priya Raghunathan", "Pune"),
  person("jonas", "Jonas Weiß", "Leipzig"),
  person("amara", "Amara Okafor", "Lagos"),
  person("yuki", "鈴木 由紀", "Sapporo"),
  person("leila", "Leila Haddad", "Tunis"),
  person("tomasz", "Tomasz Żuławski", "Gdańsk"),
] as const;
