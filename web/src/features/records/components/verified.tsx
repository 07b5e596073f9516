import ShieldCheck from 'lucide-react/icons/shield-check'
import { Pill } from '../../../components/ui/pill.tsx'

/** That an admin or moderator has looked at the catch. */
export function Verified() {
  return (
    <Pill tone="ok" icon={<ShieldCheck className="icon" aria-hidden="true" />}>
      Verified by the team
    </Pill>
  )
}
