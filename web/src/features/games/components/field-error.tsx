import CircleAlert from 'lucide-react/icons/circle-alert'

/** The error of an entry's field; announced when it appears. */
export function FieldError({ id, text }: { id: string; text: string | undefined }) {
  return (
    <div role="alert" id={id}>
      {text && (
        <p className="field-error">
          <CircleAlert className="icon" aria-hidden="true" />
          <span>{text}</span>
        </p>
      )}
    </div>
  )
}
