/** Person who works in the sample's projects. */
export interface Person {
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly location: string;
  readonly organization: string;
  readonly bio: string;
}

const person = (username: string, name: string, location: string, bio: string): Person => ({
  username,
  name,
  email: `${username}@fjord.example`,
  location,
  organization: "Fjord",
  bio,
});

export const people = [
  person("asa", "Åsa Lindqvist", "Bergen", "Keeps the harbour running"),
  person("mateo", "Mateo Fuentes", "Valparaíso", "Boats first, then boards"),
  person("priya", "Priya Raghunathan", "Pune", "Asks what the data says"),
  person("jonas", "Jonas Weiß", "Leipzig", "Reviews before breakfast"),
  person("amara", "Amara Okafor", "Lagos", "Designs what crews look at all day"),
  person("yuki", "鈴木 由紀", "Sapporo", "Tides, and what drives them"),
  person("leila", "Leila Haddad", "Tunis", "Writes the handbook"),
  person("tomasz", "Tomasz Żuławski", "Gdańsk", "Builds the builds"),
] as const;
