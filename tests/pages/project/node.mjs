//   node node.mjs SERVER_URL
import * as tether from "mcp-tether";
import { callOnce } from "./use.js";

console.log(JSON.stringify(await callOnce(tether, process.argv[2])));
