import type { HTMLAttributes } from 'react'
import { joinClasses } from '../../lib/join-classes.ts'

export interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'section' | 'article' | 'li'
  /** 16 px on phones, 24 px on laptops. */
  pad?: boolean
  /** The dark panel with contour lines; at most one on a screen. */
  deep?: boolean
}

/** A raised surface with 20 px corners. A clickable card holds a link; it is never clickable itself. */
export function Card({ as: Tag = 'div', pad = false, deep = false, className, ...rest }: CardProps) {
  return <Tag {...rest} className={joinClasses('card', pad && 'padded', deep && 'deep on-deep', className)} />
}
