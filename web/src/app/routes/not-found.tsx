export { NotFound as Component } from '../../components/single/not-found.tsx'
