export { buildFunctions } from '../../build-functions.ts'
