import { type CSSProperties, lazy, Suspense } from 'react'

// The feed rarely shows one. Without its code the place stays empty: the badge's name is beside it.
const Drawing = lazy(() => import('./badge-drawing.tsx').catch(() => ({ default: () => null })))

export interface BadgeScaleProps {
  /** The badge's emoji, which is stored; it is shown as a drawing. */
  icon: string
  /** Any hex colour; no text is drawn on it. */
  color: string
  size?: 58 | 64 | 96
  /** Accessible name, when the badge's name is not written beside it. */
  name?: string
}

/** A badge, drawn as the scale of a mirror carp with its icon in the core. */
export function BadgeScale({ icon, color, size = 64, name }: BadgeScaleProps) {
  const style = { '--badge': color, width: size } as CSSProperties
  return (
    <span className="badge" style={style} {...(name && { role: 'img', 'aria-label': name })}>
      <Suspense>
        <Drawing icon={icon} />
      </Suspense>
    </span>
  )
}
