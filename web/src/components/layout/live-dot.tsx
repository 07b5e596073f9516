/** The orange dot of Live Video while a video is live, with a hidden text for screen readers. */
export function LiveDot() {
  return (
    <>
      <span className="live-dot" aria-hidden="true" />
      <span className="visually-hidden"> (on now)</span>
    </>
  )
}
