import type { ReactNode } from 'react'

export interface EmptyProps {
  /** A line drawing, such as `FloatDrawing`. */
  icon?: ReactNode
  title: ReactNode
  /** `h1` on pages that show only this state. */
  titleAs?: 'p' | 'h1' | 'h2'
  text?: ReactNode
  /** One action at most. */
  action?: ReactNode
  /** Fills the height of the page instead of a card. */
  tall?: boolean
}

/** An empty state: a drawing, a sentence and at most one action. */
export function Empty({ icon, title, titleAs: Title = 'p', text, action, tall = false }: EmptyProps) {
  return (
    <div className={tall ? 'empty empty-tall' : 'empty'}>
      {icon}
      <Title>{title}</Title>
      {text && <p>{text}</p>}
      {action}
    </div>
  )
}
