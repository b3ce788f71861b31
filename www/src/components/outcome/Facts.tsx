import "./Facts.css";

/** Names and values, small, to be looked up or copied. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="foreign">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
