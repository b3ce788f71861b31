interface SegmentsProps<T extends string> {
  label: string;
  value: T;
  choices: readonly (readonly [value: T, words: string])[];
  onChoose: (value: T) => void;
}

/** A choice of one among a few, side by side. */
export function Segments<T extends string>({ label, value, choices, onChoose }: SegmentsProps<T>) {
  return (
    <div className="segments" role="group" aria-label={label}>
      {choices.map(([choice, words]) => (
        <button
          key={choice}
          type="button"
          aria-pressed={choice === value}
          onClick={() => onChoose(choice)}
        >
          {words}
        </button>
      ))}
    </div>
  );
}
