import { Empty } from '../feedback/empty.tsx'
import { FloatDrawing } from '../ui/drawings.tsx'
import { Page } from './page.tsx'

/** A page whose content is still to come: its title, the float and one plain sentence. */
export function ComingPage({ title, text }: { title: string; text: string }) {
  return (
    <Page title={title}>
      <div className="card">
        <Empty icon={<FloatDrawing />} title={text} />
      </div>
    </Page>
  )
}
