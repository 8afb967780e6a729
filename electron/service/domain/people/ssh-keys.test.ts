import { expect, it } from "vitest";
import { publicKeys } from "../../routes/testing/public-keys.ts";
import { validatePublicKey } from "./ssh-keys.ts";

it.each(Object.entries(publicKeys))(
  "reads a key of type %s as ssh-keygen does",
  (_, { line, fingerprint }) => {
    expect(validatePublicKey(line)).toEqual({
      line,
      fingerprint,
      comment: line.split(" ").slice(2).join(" "),
    });
  },
);
