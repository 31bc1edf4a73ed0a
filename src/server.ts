// The entry of earlier releases: an operator's systemd unit may still name it.
import './server.js'
