import type { ReactNode } from 'react'

export interface EmptyProps {
  /** A line drawing from `components/ui/drawings.tsx`. */
  icon?: ReactNode
  title: ReactNode
  /** `h1` on pages that are nothing but this state. */
  titleAs?: 'p' | 'h1' | 'h2'
  text?: ReactNode
  /** One action at most. */
  action?: ReactNode
  /** Fills the height of a page instead of a card. */
  tall?: boolean
}

/** Nothing to show: a drawing, the sentence, perhaps one way on. */
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
