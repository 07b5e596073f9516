import { useId } from 'react'
import { Sheet } from '../ui/sheet.tsx'

/** Shows a link that could not be copied until it is closed, selected for copying by hand. */
export default function LinkSheet({ url, onClose }: { url: string; onClose: () => void }) {
  const id = useId()
  return (
    <Sheet open onClose={onClose} title="Share this link">
      <p>The browser did not let us copy it. The link is selected, so that you can.</p>
      <div className="field">
        <label className="label" htmlFor={id}>
          Copy this link
        </label>
        <input
          id={id}
          className="input"
          readOnly
          value={url}
          dir="ltr"
          data-autofocus
          onFocus={({ target }) => {
            target.select()
            // The end of it would be in sight.
            target.scrollLeft = 0
          }}
        />
      </div>
    </Sheet>
  )
}
