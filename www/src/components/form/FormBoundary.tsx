import { Component, type ReactNode } from "react";

interface FormBoundaryProps {
  children: ReactNode;
  onJson: () => void;
}

/** Servers write schemas; one that the form library cannot read leaves the JSON view. */
export class FormBoundary extends Component<FormBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="form-boundary">
        <p>This tool's schema cannot be shown as a form. Its arguments can be written as JSON.</p>
        <button className="button small" type="button" onClick={this.props.onJson}>
          Write them as JSON
        </button>
      </div>
    );
  }
}
