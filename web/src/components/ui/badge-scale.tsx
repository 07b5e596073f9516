import type { CSSProperties } from 'react'
import { badgeCore, badgeEdge, badgeRays, badgeRing } from './badge-paths.ts'

export interface BadgeScaleProps {
  /** The badge's emoji. */
  icon: string
  /** Any hex colour; no text is drawn on it. */
  color: string
  size?: 58 | 64 | 96
  /** Accessible name, when the badge's name is not written beside it. */
  name?: string
}

/** A badge drawn as the scale of a mirror carp with its emoji in the core. */
export function BadgeScale({ icon, color, size = 64, name }: BadgeScaleProps) {
  const style = { '--badge': color, '--bsz': `${size}px`, width: size } as CSSProperties
  return (
    <span className="badge" style={style} {...(name && { role: 'img', 'aria-label': name })}>
      <svg viewBox="0 0 64 68" aria-hidden="true">
        <path className="badge-fill" d={badgeEdge} />
        <path className="badge-ring" d={badgeRing} />
        <path className="badge-ring" d={badgeRays} />
        <path className="badge-core" d={badgeCore} />
      </svg>
      <span className="badge-emoji" aria-hidden="true">
        {icon}
      </span>
    </span>
  )
}
