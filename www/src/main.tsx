import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";
import init from "mcp-tether";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { loadServers } from "./state/servers.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element #root");

try {
  await Promise.all([init(), loadServers()]);
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
} catch (error) {
  const why = error instanceof Error ? error.message : String(error);
  root.textContent = `This page could not start: ${why}. A browser of the last two years with WebAssembly is needed.`;
}
