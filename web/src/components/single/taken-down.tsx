import { Empty } from '../feedback/empty.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { FloatDrawing } from '../ui/float-drawing.tsx'

export interface TakenDownProps {
  /** What was removed, without the reason. */
  title: string
  /** A link to another page. */
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
