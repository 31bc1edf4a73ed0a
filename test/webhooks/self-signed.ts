/**
 * A certificate that signed itself, for 127.0.0.1 and a hundred years, and its key, which protects nothing. Made by
 * openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=receiver.test
 * -addext subjectAltName=IP:127.0.0.1,DNS:localhost
 */
export const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg6ZgMQPRqfXWDxcIW
DL82BUva7wOGaiEDqei2xpayY2+hRANCAAQhc9nuYJxC6/5+nc4PCe6piAJBpCfL
4p1nBjHdhZnldOAUqMrv6gKtEABIpRi5mgTfWOQdxCtvvc9UyZJlVTzS
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBpDCCAUmgAwIBAgIUKNURSKZxh7Jfm0XBDkxOcpNBpsowCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNcmVjZWl2ZXIudGVzdDAgFw0yNjExMjAxNjEyMzdaGA8yMTI2
MTAyNzE2MTIzN1owGDEWMBQGA1UEAwwNcmVjZWl2ZXIudGVzdDBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABCFz2e5gnELr/n6dzg8J7qmIAkGkJ8vinWcGMd2FmeV0
4BSoyu/qAq0QAEilGLmaBN9Y5B3EK2+9z1TJkmVVPNKjbzBtMB0GA1UdDgQWBBS0
BR34mM1mLKV0inY6gABKU08tqTAfBgNVHSMEGDAWgBS0BR34mM1mLKV0inY6gABK
U08tqTAPBgNVHRMBAf8EBTADAQH/MBoGA1UdEQQTMBGHBH8AAAGCCWxvY2FsaG9z
dDAKBggqhkjOPQQDAgNJADBGAiEA40icXuqeP6MRkYKNsavFNeQgI/U6mSmBZqnc
ln1ve8YCIQCYWzJeOLcbhovQ3n3b+/j2RnbylfJH+t/JfTDKsPlixQ==
-----END CERTIFICATE-----`,
}
