import "./Icon.css";

const PATHS = {
  search: "M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0ZM10.5 10.5l3 3",
  sun: "M10.8 8a2.8 2.8 0 1 1-5.6 0 2.8 2.8 0 0 1 5.6 0ZM8 1.5v1.6M8 12.9v1.6M1.5 8h1.6M12.9 8h1.6M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M3.4 12.6l1.1-1.1M11.5 4.5l1.1-1.1",
  moon: "M13.2 9.6A5.7 5.7 0 0 1 6.4 2.8a5.7 5.7 0 1 0 6.8 6.8Z",
  half: "M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0ZM8 2.5v11M8 4.5h4M8 8h5.2M8 11.5h4",
  check: "m3 8.5 3.3 3.3L13 4.8",
  cross: "m4 4 8 8M12 4l-8 8",
  warn: "M8 2.3 14.3 13H1.7L8 2.3ZM8 6.6v3.2M8 11.4v.1",
  copy: "M7 5.5h4.500a1.500 1.500 0 0 1 1.500 1.500v5a1.500 1.500 0 0 1-1.500 1.500H7a1.500 1.500 0 0 1-1.500-1.500V7A1.500 1.500 0 0 1 7 5.500ZM10.500 5.500V4A1.500 1.500 0 0 0 9 2.500H4.500A1.500 1.500 0 0 0 3 4v5a1.500 1.500 0 0 0 1.500 1.500h1",
  download: "M8 2.500v7.500M4.800 7 8 10.200 11.200 7M3 13.300h10",
  outside:
    "M9 2.800h4.200V7M13 3 7.500 8.500M11.500 9.500v3a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1h3",
  pause: "M5.500 3.500v9M10.500 3.500v9",
  play: "M5 3.200 12.500 8 5 12.800V3.200Z",
  clear: "M13.500 8a5.500 5.500 0 1 1-11 0 5.500 5.500 0 0 1 11 0ZM4.200 4.200l7.600 7.600",
  menu: "M3 4.500h10M3 8h10M3 11.500h10",
  plus: "M8 3.500v9M3.500 8h9",
} as const;

export type IconName = keyof typeof PATHS;

/** A line drawing in the colour of the text around it; says nothing to a screen reader. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
