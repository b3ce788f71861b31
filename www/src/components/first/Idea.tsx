import { Plug } from "../frame/Plug.tsx";
import "./Idea.css";

/** What the numbers and colours mean, in three pictures. */
export function Idea() {
  return (
    <section className="idea" aria-label="How to read this page">
      <div data-place="0">
        <div className="idea-figure" aria-hidden="true">
          <Plug state="ready" number={1} />
          <span className="idea-cord" />
          <span className="idea-chip">run_query</span>
        </div>
        <h3>A connection has a number</h3>
        <p>
          Tools, results and messages carry the number and colour of the connection they came from.
        </p>
      </div>
      <div data-place="1">
        <div className="idea-figure" aria-hidden="true">
          <span className="idea-arrow">→</span>
          <span className="idea-chip">tools/call</span>
          <span className="idea-arrow">←</span>
        </div>
        <h3>Nothing passes unseen</h3>
        <p>
          The trace lists each message with its direction, time and size. Secrets are left out
          before it gets there.
        </p>
      </div>
      <div data-place="none" data-drained>
        <div className="idea-figure" aria-hidden="true">
          <Plug state="ended" number={1} />
          <span className="idea-cord cut" />
          <span className="idea-chip gone">run_query</span>
        </div>
        <h3>When it ends, all of it ends</h3>
        <p>A new connection gets a new number. Nothing of the old one can answer under it.</p>
      </div>
    </section>
  );
}
