import { localPublicKeys } from "../../shared/host/ssh-keys.ts";
import { hostJson } from "./host.ts";

/** Lists the public keys of the user's own `.ssh` folder. Called only once the user has asked for it. */
export const listLocalPublicKeys = () => hostJson(localPublicKeys, "/ssh-keys", "POST", {});
