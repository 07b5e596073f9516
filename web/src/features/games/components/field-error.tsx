import CircleAlert from 'lucide-react/icons/circle-alert'

/** What is missing from an entry; announced when it appears. */
export function FieldError({ id, text }: { id: string; text: string | undefined }) {
  return (
    <div role="alert" id={id}>
      {text && (
        <p className="err">
          <CircleAlert className="i" aria-hidden="true" />
          <span>{text}</span>
        </p>
      )}
    </div>
  )
}
