import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import type { ZoomRef } from 'yet-another-react-lightbox'
import * as styles from './photo-viewer.module.css'

/** The buttons for zooming, with the current size. They stay focusable at both ends. */
export function ViewerZoom({ zoom: { zoom, minZoom, maxZoom, zoomIn, zoomOut } }: { zoom: ZoomRef }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div className={styles.zoom} role="group" aria-label="Zoom">
      <button type="button" aria-label="Zoom out" aria-disabled={zoom <= minZoom || undefined} onClick={zoomOut}>
        <ZoomOut className="icon" aria-hidden="true" />
      </button>
      <span className="figure">{Math.round(zoom * 100)}%</span>
      <button type="button" aria-label="Zoom in" aria-disabled={zoom >= maxZoom || undefined} onClick={zoomIn}>
        <ZoomIn className="icon" aria-hidden="true" />
      </button>
    </div>
  )
}
