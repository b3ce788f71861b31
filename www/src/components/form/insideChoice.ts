import { createContext } from "react";

/** The id of the field whose chosen alternative is being rendered: its frame is already there. */
export const InsideChoice = createContext<string | undefined>(undefined);
