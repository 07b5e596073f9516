export { InvitationsPage as Component } from '../../../features/console-invitations/components/invitations-page.tsx'
