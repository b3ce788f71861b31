import { Component, type ReactNode } from "react";
import { ErrorMessage } from "../outcome/ErrorMessage.tsx";

interface PanelBoundaryProps {
  children: ReactNode;
  serverName: string;
  /** What is shown: something else gets a new chance. */
  subject: string;
}

/** What a server sends may trip this page; then its panel says so, and the rest goes on. */
export class PanelBoundary extends Component<PanelBoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidUpdate(before: PanelBoundaryProps) {
    const changed = before.subject !== this.props.subject;
    if (changed && this.state.error !== undefined) this.setState({ error: undefined });
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    return (
      <div className="panel-view outcome">
        <ErrorMessage error={this.state.error} serverName={this.props.serverName} />
        <button
          className="button"
          type="button"
          onClick={() => this.setState({ error: undefined })}
        >
          Show the panel again
        </button>
      </div>
    );
  }
}
