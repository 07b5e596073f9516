import { Empty } from '../feedback/empty.tsx'
import { Button } from '../ui/button.tsx'
import { FloatDrawing } from '../ui/float-drawing.tsx'

export interface NothingFoundProps {
  /** `No games found.` */
  title: string
  onClear: () => void
}

/** The empty state of a list that is searched or filtered. */
export function NothingFound({ title, onClear }: NothingFoundProps) {
  return (
    <Empty
      icon={<FloatDrawing />}
      title={title}
      action={
        <Button variant="line" size="sm" onClick={onClear}>
          Clear search and filters
        </Button>
      }
    />
  )
}
