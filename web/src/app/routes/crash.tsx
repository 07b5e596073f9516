import { Empty } from '../../components/feedback/empty.tsx'
import { useDocumentTitle } from '../../components/layout/page.tsx'
import { Button } from '../../components/ui/button.tsx'
import { FloatDrawing } from '../../components/ui/float-drawing.tsx'

/** Shown when a page cannot be loaded or fails while rendering. */
export function CrashPage() {
  useDocumentTitle('Unexpected Application Error!')
  return (
    <main id="main" className="page">
      <Empty
        tall
        icon={<FloatDrawing />}
        title="Unexpected Application Error!"
        titleAs="h1"
        text={
          navigator.onLine
            ? 'Something went wrong on this page. Reloading usually fixes it.'
            : 'You are offline. Reload once the connection is back.'
        }
        action={<Button onClick={() => window.location.reload()}>Reload</Button>}
      />
    </main>
  )
}
