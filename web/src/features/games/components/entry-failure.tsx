import { Banner } from '../../../components/feedback/banner.tsx'

export interface EntryFailureProps {
  failure: { text: string; reason: string | undefined } | undefined
  onDismiss: () => void
}

/** A failed entry: the product's words, and the database's own when it refused. */
export function EntryFailure({ failure, onDismiss }: EntryFailureProps) {
  return (
    failure && (
      <Banner tone="danger" onDismiss={onDismiss}>
        <span>{failure.text}</span>
        {failure.reason && <span className="small"> {failure.reason}</span>}
      </Banner>
    )
  )
}
