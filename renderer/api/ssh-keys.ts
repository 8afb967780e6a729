import { localPublicKeys } from "../../shared/host/ssh-keys.ts";
import { hostJson } from "./host.ts";

/** Lists the public keys of the user's own `.ssh` folder. Called only at the user's request. */
export const listLocalPublicKeys = () => hostJson(localPublicKeys, "/ssh-keys", "POST", {});
