// A line drawing; its colours follow the theme.

/** Three rods on a pod: waiting for a first take. */
export function RodsDrawing() {
  return (
    <svg viewBox="0 0 160 110" fill="none" aria-hidden="true">
      <g stroke="var(--ink-2)" strokeWidth="2.2" strokeLinecap="round">
        <path d="M20 86 140 22M32 90 150 34M44 94l112-48" />
        <path d="M40 74v30M64 64v40M36 104h32" />
        <circle cx="36" cy="86" r="5" fill="var(--surface)" />
        <circle cx="48" cy="90" r="5" fill="var(--surface)" />
        <circle cx="60" cy="94" r="5" fill="var(--surface)" />
      </g>
      <circle cx="64" cy="62" r="4.5" fill="var(--tip)" />
    </svg>
  )
}
