import CircleAlert from 'lucide-react/icons/circle-alert'
import { Checkbox } from '../../../components/ui/checkbox.tsx'

export interface TermsProps {
  id: string
  accepted: boolean
  error: string | undefined
  onChange: (accepted: boolean) => void
}

/** What the winner agrees to. */
export function Terms({ id, accepted, error, onChange }: TermsProps) {
  const errorId = `${id}-terms-error`
  return (
    <fieldset className="form-sec">
      <legend className="h2">Terms</legend>
      <ul className="terms">
        <li>Prizes are as is.</li>
        <li>No replacements or exchanges.</li>
        <li>Shipping is at your own risk.</li>
        <li>Disputes are with the carrier.</li>
        <li>Lost or damaged items are not replaced.</li>
      </ul>
      <Checkbox
        name="accepted"
        label="I accept the terms and conditions"
        checked={accepted}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      {error && (
        <p className="err" id={errorId}>
          <CircleAlert className="i" aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  )
}
