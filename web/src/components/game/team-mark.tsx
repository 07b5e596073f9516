import { Pill } from '../ui/pill.tsx'

/** Marks an entry of the club team, which never wins. */
export function TeamMark() {
  return <Pill dot={false}>Club team</Pill>
}
