import { randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const keyBytes = 32;

/** Returns what is stored of a password: `scrypt`, salt and derived key (Base64), separated by `$`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password.normalize("NFC"), salt, keyBytes);
  return ["scrypt", salt.toString("base64"), key.toString("base64")].join("$");
}
