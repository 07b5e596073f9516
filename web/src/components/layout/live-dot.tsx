/** The orange dot of Live Video while a video is on, with its words for whoever does not see it. */
export function LiveDot() {
  return (
    <>
      <span className="live-dot" aria-hidden="true" />
      <span className="vh"> (on now)</span>
    </>
  )
}
