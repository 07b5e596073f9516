import { Empty } from '../feedback/empty.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { FloatDrawing } from '../ui/float-drawing.tsx'

export interface TakenDownProps {
  /** What is gone; it does not say why. */
  title: string
  /** Where to go on. */
  to: string
  way: string
}

/** In place of something that was removed while its page was open. */
export function TakenDown({ title, to, way }: TakenDownProps) {
  return (
    <div className="card" role="status">
      <Empty icon={<FloatDrawing />} title={title} action={<ButtonLink to={to}>{way}</ButtonLink>} />
    </div>
  )
}
