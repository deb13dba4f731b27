/// Version of the package.
const version = '0.1.0';
