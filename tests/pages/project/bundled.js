import * as tether from "mcp-tether";
import { callOnce } from "./use.js";

globalThis.callOnce = (url) => callOnce(tether, url);
