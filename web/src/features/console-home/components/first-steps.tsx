import CircleCheck from 'lucide-react/icons/circle-check'
import { type ReactNode, useId } from 'react'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { Card } from '../../../components/ui/card.tsx'
import type { Waiting } from '../../../data/overview/console-waiting-query.ts'
import * as styles from '../home.module.css'

/** How a new club begins; each step is marked once it is taken, and the card goes with the last one. */
export function FirstSteps({ started }: { started: Waiting['started'] }) {
  const id = useId()
  if (started.members && started.game && started.prize) return null
  return (
    <Card as="section" className={styles.steps} aria-labelledby={id}>
      <h2 id={id}>First steps</h2>
      <ol>
        <Step done={started.members} title="Invite the club" text="A link to share, or an email to each member.">
          <ButtonLink variant="line" size="sm" to="/admin/invitations">
            Invite members
          </ButtonLink>
        </Step>
        <Step done={started.prize} title="First prize" text="A package of prizes that can be won or assigned.">
          <ButtonLink variant="line" size="sm" to="/admin/prizes?add">
            Add Package
          </ButtonLink>
        </Step>
        <Step done={started.game} title="First game" text="Guess the weight, pick a swim or carp of the week.">
          <ButtonLink variant="line" size="sm" to="/admin/games?add">
            Add Game
          </ButtonLink>
        </Step>
      </ol>
    </Card>
  )
}

interface StepProps {
  done: boolean
  title: string
  text: string
  children: ReactNode
}

function Step({ done, title, text, children }: StepProps) {
  return (
    <li>
      <h3>
        {title}
        {done && (
          <>
            <CircleCheck className="icon" aria-hidden="true" />
            <span className="visually-hidden">, done</span>
          </>
        )}
      </h3>
      {!done && (
        <>
          <p className={styles.quiet}>{text}</p>
          {children}
        </>
      )}
    </li>
  )
}
